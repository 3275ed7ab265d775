import { ErrorBoundary, lazy } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { previewKind, textOf } from './preview-kind.js';

const Markdown = lazy(async () => (await import('./markdown.js')).Markdown);

interface PreviewProps {
  readonly name: string;
  /** The beginning of the file, or all of it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const ImagePreview = ({ name, bytes, type }: PreviewProps & { readonly type: string }) => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  return <div class="image">{url === undefined ? null : <img src={url} alt={name} />}</div>;
};

const NoPreview = () => <p class="card-note">This file is not text. Download it to open it.</p>;

/** What a file looks like. Text stays text, whatever is written in it. */
export const Preview = ({ name, bytes }: PreviewProps) => {
  const kind = previewKind(name);
  if (kind.kind === 'image') return <ImagePreview name={name} bytes={bytes} type={kind.type} />;
  const text = textOf(bytes);
  if (text === undefined) return <NoPreview />;
  if (kind.kind === 'markdown') {
    return (
      <ErrorBoundary>
        <Markdown text={text} />
      </ErrorBoundary>
    );
  }
  return (
    <div class="preview">
      <pre tabIndex={0} aria-label={`Text of ${name}`}>
        {text}
      </pre>
    </div>
  );
};
