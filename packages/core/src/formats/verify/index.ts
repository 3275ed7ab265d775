export { isOid, type Oid } from '../../model/values/oid.js';
export { hashBytes, type OidMismatch, verifyBytes } from './verify-bytes.js';
