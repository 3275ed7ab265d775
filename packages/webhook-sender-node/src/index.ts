export { createWebhookSender, type WebhookSenderOptions } from './create-webhook-sender.js';
