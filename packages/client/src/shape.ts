import { isOid } from '@svc/core';
import { gitObjectFormats, isByteCount, isGitId } from '@svc/core/model';

/** The keys and indices that lead to a value, from outside in. */
export type Place = readonly (string | number)[];

/** What a part of an answer has to be. Gives the place of the first value that is something else, or undefined when there is none. */
export type Shape = (value: unknown) => Place | undefined;

const here: Place = [];

const where =
  (isOne: (value: unknown) => boolean): Shape =>
  (value) =>
    isOne(value) ? undefined : here;

export const text = where((value) => typeof value === 'string');
export const oidText = where((value) => typeof value === 'string' && isOid(value));
/** How Git calls an object, in either of its formats. */
export const gitIdText = where((value) => typeof value === 'string' && gitObjectFormats.some((format) => isGitId(value, format)));
export const boolean = where((value) => typeof value === 'boolean');
export const number = where((value) => typeof value === 'number');
export const integer = where(Number.isSafeInteger);
/** A whole number from 0 on that is exact. */
export const count = where((value) => typeof value === 'number' && isByteCount(value));

const inside = (key: string | number, place: Place | undefined): Place | undefined => place && [key, ...place];

/** An array of one kind of value. */
export const list =
  (item: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value)) return here;
    for (const [index, each] of value.entries()) {
      const place = item(each);
      if (place !== undefined) return inside(index, place);
    }
    return undefined;
  };

/** An array with these values and no more. */
export const tuple =
  (...items: readonly Shape[]): Shape =>
  (value) => {
    if (!Array.isArray(value) || value.length !== items.length) return here;
    for (const [index, item] of items.entries()) {
      const place = item(value[index]);
      if (place !== undefined) return inside(index, place);
    }
    return undefined;
  };

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with these fields. It may have others, which a newer service has added. */
export const record = (fields: Readonly<Record<string, Shape>>): Shape => {
  const entries = Object.entries(fields);
  return (value) => {
    if (!isFields(value)) return here;
    for (const [name, shape] of entries) {
      const place = shape(Object.hasOwn(value, name) ? value[name] : undefined);
      if (place !== undefined) return inside(name, place);
    }
    return undefined;
  };
};

/** A field that may be absent. */
export const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined ? undefined : shape(value);

/** An object whose fields all are of one kind, under any names. */
export const map =
  (shape: Shape): Shape =>
  (value) => {
    if (!isFields(value)) return here;
    // The names are the service's own, and do not belong into a message.
    return Object.values(value).some((each) => shape(each) !== undefined) ? here : undefined;
  };

/** A value of one of these shapes. */
export const either =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    shapes.some((shape) => shape(value) === undefined) ? undefined : here;

/** What a body has to be: JSON of a shape, bytes, or nothing. */
export type AnswerBody = Shape | 'bytes' | 'nothing';

/** By method and path, such as `GET /api/v1/plans`, and by status. */
export type AnswerShapes = Readonly<Record<string, Readonly<Record<number, AnswerBody>>>>;
