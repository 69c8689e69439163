// What the server and `bridge.mjs`, which runs in an agent's network, say to each other. Connections travel beside these words.

export type ToBridge =
  /** Be there for connections to this place. */
  | { readonly kind: 'listen'; readonly address: string; readonly port: number }
  | { readonly kind: 'close'; readonly address: string; readonly port: number }
  /** Make a connection to a server of the agent's. */
  | { readonly kind: 'connect'; readonly id: number; readonly port: number }

export type FromBridge =
  /** With the connection. */
  | { readonly kind: 'accepted'; readonly address: string; readonly port: number }
  /** With the connection, or without one when nobody listens. */
  | { readonly kind: 'connected'; readonly id: number }
