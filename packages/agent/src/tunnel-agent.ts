import type { Agent, ClientRequest } from 'node:http';
import type { AgentOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { checkServerIdentity, type PeerCertificate, type SecureContext } from 'node:tls';
import { HttpsProxyAgent } from 'https-proxy-agent';

type ConnectOptions = Parameters<HttpsProxyAgent<string>['connect']>[1];

/**
 * The library hands on what a request says of certificates, and not what its agent was given. It does not hand on the host either: of an address, which is no name
 * for TLS, Node would take the certificate for one of `localhost`.
 */
class TunnelAgent extends HttpsProxyAgent<string> {
  constructor(
    proxy: string,
    connections: AgentOptions,
    readonly trusted: SecureContext | undefined,
  ) {
    super(proxy, connections);
  }

  override connect(request: ClientRequest, options: ConnectOptions): Promise<Socket> {
    const { host } = options;
    const isAddress = typeof host === 'string' && isIP(host) !== 0;
    const identity = isAddress && {
      checkServerIdentity: (_name: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate),
    };
    return super.connect(request, { ...options, ...(this.trusted && { secureContext: this.trusted }), ...identity });
  }
}

/**
 * Connections by HTTPS through a proxy, which sees nothing of what goes through them but the host's name. `connections` says how the proxy is reached, `trusted` whose
 * certificates are good at the other end.
 */
export const createTunnelAgent = (proxy: string, connections: AgentOptions, trusted: SecureContext | undefined): Agent =>
  new TunnelAgent(proxy, connections, trusted);
