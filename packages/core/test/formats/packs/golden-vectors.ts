import type { ChunkEncoding } from '../../../src/model/chunk-tree/chunk-location.js';

/** Written by hand from docs/formats.md, with names by another implementation: what the code must read and write byte for byte. */

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

interface GoldenChunk {
  readonly name: string;
  readonly raw: string;
  readonly encoding: ChunkEncoding;
  readonly stored: Uint8Array;
}

export const svc: GoldenChunk = {
  name: 'ade56c700fa1bfcfd93f90e40e7f7e73b0f762b8645b8b0ae63be0d3e36c2283',
  raw: 'svc',
  encoding: 0,
  stored: bytesOf('737663'),
};
export const letters: GoldenChunk = {
  name: '472c51290d607f100d2036fdcedd7590bba245e9adeb21364a063b7bb4ca81c7',
  raw: 'a'.repeat(64),
  encoding: 1,
  stored: bytesOf('28b52ffd204003020061'),
};
export const pairs: GoldenChunk = {
  name: '7892eb02a292ce6658f9f9e8b873ae21a2a407f9e1023eb3dc746a6e80c8b190',
  raw: 'ab'.repeat(32),
  encoding: 2,
  stored: bytesOf('28b52ffd20200301006128b52ffd202003010062'),
};
export const format: GoldenChunk = {
  name: '170da40e384d199f7c33c1e9d3ce5f2b0e064338fa60e1a8c1cfec8bdc39c31a',
  raw: 'format',
  encoding: 0,
  stored: bytesOf('666f726d6174'),
};

export const packOfThreeName = '28bf513c6550b5134c6a4e6585cd9a82bd45b72a471b3b72166615c68f61db6a';
export const packOfThree = [
  '5356435041434b31',
  '737663',
  '28b52ffd204003020061',
  '28b52ffd20200301006128b52ffd202003010062',
  'ade56c700fa1bfcfd93f90e40e7f7e73b0f762b8645b8b0ae63be0d3e36c2283',
  '030000000300000000',
  '472c51290d607f100d2036fdcedd7590bba245e9adeb21364a063b7bb4ca81c7',
  '0a0000004000000001',
  '7892eb02a292ce6658f9f9e8b873ae21a2a407f9e1023eb3dc746a6e80c8b190',
  '140000004000000002',
  '030000007b00000000000000',
  '535643504b454e44',
].join('');

export const packOfOneName = '1ffb31adcfdd0022d5a0e73eaa84a9cad8a6cbce437cb8e486f764e284577e43';
export const packOfOne = [
  '5356435041434b31',
  '666f726d6174',
  '170da40e384d199f7c33c1e9d3ce5f2b0e064338fa60e1a8c1cfec8bdc39c31a',
  '060000000600000000',
  '010000002900000000000000',
  '535643504b454e44',
].join('');

export const chunkMapName = 'fa089190ec8af78fff9a3698d17f23901e74e773862baa31225fa9b87c2ad1e8';
export const chunkMap = [
  '5356434d41503031',
  '0200000005000000',
  '28bf513c6550b5134c6a4e6585cd9a82bd45b72a471b3b72166615c68f61db6a',
  '1ffb31adcfdd0022d5a0e73eaa84a9cad8a6cbce437cb8e486f764e284577e43',
  '472c51290d607f100d2036fdcedd7590bba245e9adeb21364a063b7bb4ca81c7',
  '00000b0000000a0000004000000001',
  '170da40e384d199f7c33c1e9d3ce5f2b0e064338fa60e1a8c1cfec8bdc39c31a',
  '010008000000060000000600000000',
  'ade56c700fa1bfcfd93f90e40e7f7e73b0f762b8645b8b0ae63be0d3e36c2283',
  '000008000000030000000300000000',
  '7892eb02a292ce6658f9f9e8b873ae21a2a407f9e1023eb3dc746a6e80c8b190',
  '000015000000140000004000000002',
  '472c51290d607f100d2036fdcedd7590bba245e9adeb21364a063b7bb4ca81c7',
  '00000b0000000a0000004000000001',
].join('');

export const manifest =
  '{"version":1,"oid":"27239d8b15d0546d14ec19190ca77909778d37b75a9c5b1df27c4aa44b7575cd","size":201,"profile":"fastcdc-16k","maps":[{"name":"fa089190ec8af78fff9a3698d17f23901e74e773862baa31225fa9b87c2ad1e8","size":201,"chunks":5}]}';

export const emptyManifest =
  '{"version":1,"oid":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","size":0,"profile":"fastcdc-16k","maps":[]}';

export const segmentLengths = [1664, 393, 580, 730, 296, 281, 482, 2260, 3314];
