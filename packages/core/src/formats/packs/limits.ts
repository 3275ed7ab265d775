import { MIB } from '../../model/values/index.js';
import { maxChunkBytes } from '../chunking/profile.js';

/** A name in its binary form. */
export const nameBytes = 32;

/** A whole pack file, its index included. */
export const maxPackBytes = 64 * MIB;
/** The size that writers aim at: a push that is cut off repeats at most the packs under way. */
export const targetPackBytes = 32 * MIB;
/** Without it a pack of one-byte chunks would fill a reader's memory with a million and a half entries. */
export const maxPackChunks = 65_536;
export const packHeaderBytes = 8;
export const packEntryBytes = 41;
export const packFooterBytes = 20;
/** One chunk of one byte. */
export const minPackBytes = packHeaderBytes + 1 + packEntryBytes + packFooterBytes;

export const maxMapEntries = 4096;
/** A segment of fewer entries ends only where its object ends. */
export const minSegmentEntries = 256;
export const mapHeaderBytes = 16;
export const mapEntryBytes = 47;
/** Every entry in a pack of its own. */
export const maxMapBytes = mapHeaderBytes + maxMapEntries * (nameBytes + mapEntryBytes);
/** What one chunk map can cover of an object. */
export const maxMapRawBytes = maxMapEntries * maxChunkBytes;

export const maxManifestBytes = 16 * MIB;
/** So many maps fit into a manifest whatever their sizes are. */
export const maxManifestMaps = 120_000;
/** What a manifest says of one chunk map, the white space before it included: eight times as much as a writer needs. */
export const maxManifestMapBytes = 1024;
