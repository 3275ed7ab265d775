import type { ArtifactType } from './artifact-type.js';

/** The endings of file names that decide, by what they decide. */
export const fileEndings: Readonly<Record<Exclude<ArtifactType, 'other'>, readonly string[]>> = {
  model: (
    'safetensors gguf ggml ggjt onnx pt pth ckpt pkl pickle h5 hdf5 keras tflite pb mlmodel mlpackage joblib caffemodel pdparams ' +
    'engine mar nemo ot rknn uff xmodel'
  ).split(' '),
  dataset: (
    'parquet arrow feather csv tsv jsonl ndjson npy npz tfrecord tfrecords sqlite sqlite3 db avro orc mat nc zarr lmdb xlsx ' +
    'duckdb geojson gpkg fasta fastq bam vcf'
  ).split(' '),
  media: (
    'png jpg jpeg gif webp bmp tif tiff ico heic heif avif svg psd exr hdr dds tga mp4 m4v mov mkv webm avi mpg mpeg wmv flv mp3 ' +
    'wav flac ogg oga ogv opus m4a aac aiff mid midi glb gltf fbx obj stl usdz blend'
  ).split(' '),
  archive: 'zip tar gz tgz bz2 tbz2 xz txz zst tzst 7z rar lz4 br jar war whl deb rpm iso dmg cab apk'.split(' '),
};

const typesByEnding: ReadonlyMap<string, ArtifactType> = new Map(
  (['model', 'dataset', 'media', 'archive'] as const).flatMap((type) =>
    fileEndings[type].map((ending): [string, ArtifactType] => [ending, type]),
  ),
);

/** Of a compressed file the ending before counts, when it decides too: `rows.csv.gz` is a dataset, `backup.tar.gz` an archive. */
const compressions: ReadonlySet<string> = new Set(['gz', 'bz2', 'xz', 'zst', 'lz4', 'br']);

export const decidingEnding = (name: string): ArtifactType | undefined => {
  const [last, before, ...more] = name
    .slice(name.lastIndexOf('/') + 1)
    .toLowerCase()
    .split('.')
    .reverse();
  // A name without a dot, or with one at its beginning alone, has no ending.
  if (last === undefined || before === undefined || (before === '' && more.length === 0)) return undefined;
  if (compressions.has(last) && more.length > 0) return typesByEnding.get(before) ?? typesByEnding.get(last);
  return typesByEnding.get(last);
};
