import { useEffect, useState } from 'preact/hooks';
import { notShown } from './not-shown.js';

interface MediaProps {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly kind: 'image' | 'audio' | 'video';
}

/** An image, a sound or a film out of bytes of this page: no address of anybody's is loaded. */
export const Media = ({ name, bytes, type, kind }: MediaProps) => {
  const [url, setUrl] = useState<string>();
  const [damagedUrl, setDamagedUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  if (url === undefined) return null;
  if (url === damagedUrl) return <p class="card-note">{notShown}</p>;
  const onError = (): void => setDamagedUrl(url);
  return (
    <div class="image">
      {kind === 'image' ? <img src={url} alt={name} onError={onError} /> : null}
      {kind === 'audio' ? <audio src={url} controls aria-label={name} onError={onError} /> : null}
      {kind === 'video' ? <video src={url} controls aria-label={name} onError={onError} /> : null}
    </div>
  );
};
