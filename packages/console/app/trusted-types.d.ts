/** As far as the console needs it: browsers that know trusted types take no other address for a worker. */
interface Window {
  readonly trustedTypes?: {
    /** TypeScript's `Worker` takes texts alone; what the policy makes is handed on to it unchanged. */
    createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL: (url: string) => string };
  };
}
