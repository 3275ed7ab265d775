export { createSecretBox, type SecretBoxKey, type SecretBoxOptions } from './create-secret-box.js';
