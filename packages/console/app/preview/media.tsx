import { useEffect, useState } from 'preact/hooks';

interface MediaProps {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly kind: 'image' | 'audio' | 'video';
}

/** An image, a sound or a film out of bytes of this page: no address of anybody's is loaded. */
export const Media = ({ name, bytes, type, kind }: MediaProps) => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  if (url === undefined) return null;
  return (
    <div class="image">
      {kind === 'image' ? <img src={url} alt={name} /> : null}
      {kind === 'audio' ? <audio src={url} controls aria-label={name} /> : null}
      {kind === 'video' ? <video src={url} controls aria-label={name} /> : null}
    </div>
  );
};
