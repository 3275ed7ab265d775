import { z } from 'zod';

/** Why one object of several could not be served. */
export const objectErrorSchema = z.strictObject({ code: z.enum(['not_found', 'payload_too_large']), message: z.string() });

/** Names the way that works, where one signed URL cannot. */
export const aboveSinglePut = (maxBytes: number): string =>
  `This object is larger than the ${maxBytes} bytes that one upload can take: send it with svc, the chunking transfer agent.`;
