import type {
  DeliveryFault,
  DeliveryId,
  Instant,
  NotificationId,
  NotificationType,
  OrganizationId,
  PublicEventType,
  QueuedMailId,
  UserId,
  WebhookId,
} from '@svc/core/model';

/** 0 or 1. */
type Bit = number;

interface WebhooksTable {
  id: WebhookId;
  organization_id: OrganizationId;
  url: string;
  /** Names, separated by blanks. */
  events: string;
  is_active: Bit;
  consecutive_failures: number;
  /** As the secret box has sealed it. */
  sealed_secret: string;
  last_error: DeliveryFault | null;
  last_delivery_at: Instant | null;
  created_at: Instant;
  /** When its next delivery lease is due, or ends; null while nothing is to be delivered. */
  due_at: Instant | null;
  /** Who has the delivery lease. */
  claimed_by: string | null;
}

interface WebhookDeliveriesTable {
  id: DeliveryId;
  webhook_id: WebhookId;
  event_type: PublicEventType;
  body: string;
  attempts: number;
  /** Null until it is over. */
  is_success: Bit | null;
  http_status: number | null;
  fault: DeliveryFault | null;
  duration_ms: number | null;
  created_at: Instant;
  /** Null when it is over. */
  due_at: Instant | null;
  claimed_by: string | null;
}

interface NotificationsTable {
  id: NotificationId;
  user_id: UserId;
  organization_id: OrganizationId;
  type: NotificationType;
  /** JSON. */
  data: string;
  created_at: Instant;
  read_at: Instant | null;
}

interface QueuedMailsTable {
  id: QueuedMailId;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  created_at: Instant;
  due_at: Instant;
  claimed_by: string | null;
  attempts: number;
}

/** What leaves the service, or is to be seen by people. */
export interface WebhookTables {
  notifications: NotificationsTable;
  queued_mails: QueuedMailsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhooks: WebhooksTable;
}
