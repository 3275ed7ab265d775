import { parameterName, wildcardName } from '../endpoint/route.js';

interface Wildcard<T> {
  readonly methods: Map<string, T>;
  readonly decode: (segment: string) => string;
}

/** One level of the tree; a wildcard takes all segments that are left. */
interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter: { readonly name: string; readonly node: Node<T> } | undefined;
  wildcard: Wildcard<T> | undefined;
  readonly methods: Map<string, T>;
}

/** `values` are the parameters in the order of the path, decoded once; the wildcard's segments are joined by `/`, which may have come encoded in a tree path. */
export type Match<T> =
  | { readonly kind: 'found'; readonly target: T; readonly values: readonly string[] }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'method_not_allowed'; readonly allow: readonly string[] };

export interface SegmentTree<T> {
  /** Throws when the route is there already, or when one place in a path gets two names. */
  add(method: string, segments: readonly string[], target: T): void;
  /** `path` is the raw path of a request, still percent-encoded, beginning with `/`. */
  find(method: string, path: string): Match<T>;
}

const createNode = <T>(): Node<T> => ({ literals: new Map(), parameter: undefined, wildcard: undefined, methods: new Map() });

const notFound: Match<never> = { kind: 'not_found' };

/** Decodes one segment. What cannot be decoded stays as it came: no parameter's syntax has a `%`, so it is refused there. */
const decode = (segment: string): string => {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
};

/** An encoded slash would become a separator, and the key of a signed URL another one: it stays encoded, and is refused with that. */
const decodeWithoutSeparators = (segment: string): string => {
  const decoded = decode(segment);
  return decoded.includes('/') ? segment : decoded;
};

/** A client that fills a template encodes the slashes of a tree path: they mean the same as plain ones, and the syntax of the path judges the outcome. */
const wildcardOf = <T>(segments: readonly string[]): Wildcard<T> => ({
  methods: new Map(),
  decode: wildcardName(segments) === 'path' ? decode : decodeWithoutSeparators,
});

const choose = <T>(methods: ReadonlyMap<string, T>, method: string, values: readonly string[]): Match<T> => {
  const target = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);
  if (target !== undefined) return { kind: 'found', target, values };
  if (methods.size === 0) return notFound;
  const allow = new Set(methods.keys());
  if (allow.has('GET')) allow.add('HEAD');
  return { kind: 'method_not_allowed', allow: [...allow].sort() };
};

const childFor = <T>(node: Node<T>, segment: string): Node<T> => {
  const name = parameterName(segment);
  if (name === undefined) {
    const child = node.literals.get(segment) ?? createNode<T>();
    node.literals.set(segment, child);
    return child;
  }
  node.parameter ??= { name, node: createNode<T>() };
  if (node.parameter.name !== name) throw new Error(`two names for one segment: {${node.parameter.name}} and {${name}}`);
  return node.parameter.node;
};

/**
 * A router as a tree of path segments. A literal goes before a parameter, a parameter before a wildcard, whatever the order of the routes, and
 * there is no way back: where a literal stands, no wildcard answers in its stead.
 */
export const createSegmentTree = <T>(): SegmentTree<T> => {
  const root = createNode<T>();

  const methodsOf = (segments: readonly string[]): Map<string, T> => {
    let node = root;
    for (const segment of segments) {
      if (segment === '*') return (node.wildcard ??= wildcardOf(segments)).methods;
      node = childFor(node, segment);
    }
    return node.methods;
  };

  return {
    add(method, segments, target) {
      const methods = methodsOf(segments);
      if (methods.has(method)) throw new Error(`two rows for ${method} /${segments.join('/')}`);
      methods.set(method, target);
    },
    find(method, path) {
      const segments = path.split('/');
      // One slash at the end changes nothing.
      const end = segments.length > 2 && segments.at(-1) === '' ? segments.length - 1 : segments.length;
      const values: string[] = [];
      let node = root;
      for (let at = 1; at < end; at += 1) {
        const segment = decode(segments[at] ?? '');
        const literal = node.literals.get(segment);
        if (literal !== undefined) {
          node = literal;
        } else if (node.parameter !== undefined && segment !== '') {
          values.push(segment);
          node = node.parameter.node;
        } else if (node.wildcard !== undefined) {
          // Below a wildcard every segment counts, an empty last one too.
          values.push(segments.slice(at).map(node.wildcard.decode).join('/'));
          return choose(node.wildcard.methods, method, values);
        } else {
          return notFound;
        }
      }
      return choose(node.methods, method, values);
    },
  };
};
