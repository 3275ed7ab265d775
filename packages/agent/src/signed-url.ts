import type { ApiError } from '@svc/client';

/** What stores answer to a signed URL whose time is over, each in its own way. It holds for minutes: a machine may have slept since it was given, or a line be slow. */
export const isOver = ({ status }: Pick<ApiError, 'status'>): boolean => status === 400 || status === 401 || status === 403;
