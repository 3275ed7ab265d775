import type { ComponentChildren } from 'preact';
import { counted } from '../ui/format.js';
import { FaultBoundary } from '../ui/fault-boundary.js';
import { lazyPart } from '../ui/lazy-part.js';
import { languageOf } from './languages-by-extension.js';
import { Media } from './media.js';
import { notShown } from './not-shown.js';
import { extensionOf, previewKind, textOf } from './preview-kind.js';

const Code = lazyPart(async () => (await import('./code.js')).Code);
const Markdown = lazyPart(async () => (await import('./markdown.js')).Markdown);
const NotebookView = lazyPart(async () => (await import('./notebook.js')).NotebookView);
const Safetensors = lazyPart(async () => (await import('./safetensors.js')).Safetensors);
const ValueTable = lazyPart(async () => (await import('./value-table.js')).ValueTable);

interface PreviewProps {
  readonly name: string;
  readonly sizeBytes: number;
  /** As much of the file as `previewBytes` says. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const textOnly = (name: string, text: string): ComponentChildren => {
  const language = languageOf(extensionOf(name));
  const label = `Text of ${name}`;
  return (
    <div class="preview">
      {language === undefined ? (
        <pre tabIndex={0} aria-label={label}>
          {text}
        </pre>
      ) : (
        <Code label={label} text={text} language={language} />
      )}
    </div>
  );
};

const textPreview = ({ name, sizeBytes, bytes }: PreviewProps): ComponentChildren => {
  const { kind } = previewKind(name);
  const text = textOf(bytes);
  if (text === undefined) return <p class="card-note">This file is not text. Download it to open it.</p>;
  const isWhole = bytes.length === sizeBytes;
  if (kind === 'table') return <ValueTable name={name} text={text} isWhole={isWhole} />;
  if (kind === 'notebook') return <NotebookView text={text} />;
  return (
    <>
      {kind === 'markdown' ? <Markdown text={text} /> : textOnly(name, text)}
      {isWhole ? null : <p class="file-foot">These are the first {counted(bytes.length, 'byte')}.</p>}
    </>
  );
};

const contentOf = (props: PreviewProps): ComponentChildren => {
  const { name, sizeBytes, bytes } = props;
  if (sizeBytes === 0) return <p class="card-note">This file is empty.</p>;
  if (bytes.length === 0) return <p class="card-note">This file is too large to be shown. Download it to open it.</p>;
  const kind = previewKind(name);
  if (kind.kind === 'tensors') return <Safetensors bytes={bytes} sizeBytes={sizeBytes} />;
  if ('type' in kind) return <Media name={name} bytes={bytes} type={kind.type} kind={kind.kind} />;
  return textPreview(props);
};

/** What a file looks like. Text stays text, whatever is written in it. */
export const Preview = (props: PreviewProps) => (
  <FaultBoundary of={props.bytes} message={notShown}>
    {contentOf(props)}
  </FaultBoundary>
);
