import type { Agent, AgentOptions, ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { HttpsProxyAgent } from 'https-proxy-agent';

type ConnectOptions = Parameters<HttpsProxyAgent<string>['connect']>[1];

/** The library hands on what a request says of certificates, and not what its agent was given. */
class TunnelAgent extends HttpsProxyAgent<string> {
  constructor(
    proxy: string,
    connections: AgentOptions,
    readonly secureContext: SecureContext | undefined,
  ) {
    super(proxy, connections);
  }

  override connect(request: ClientRequest, options: ConnectOptions): Promise<Socket> {
    return super.connect(request, { ...options, ...(this.secureContext && { secureContext: this.secureContext }) });
  }
}

/** Connections by HTTPS through a proxy, which sees nothing of what goes through them but the host's name. */
export const createTunnelAgent = (proxy: string, connections: AgentOptions, secureContext: SecureContext | undefined): Agent =>
  new TunnelAgent(proxy, connections, secureContext);
