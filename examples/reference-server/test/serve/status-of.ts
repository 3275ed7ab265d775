import type { TestServer } from '../server/start-server.js';

/** The status of a GET below `/api/v1`, with a credential or without. */
export const statusOf = async (server: TestServer, path: string, credential?: string): Promise<number> => {
  const headers = credential === undefined ? undefined : { Authorization: `Bearer ${credential}` };
  const response = await fetch(`${server.baseUrl}/api/v1${path}`, headers === undefined ? {} : { headers });
  await response.arrayBuffer();
  return response.status;
};
