import type { CancellationToken, Connection, GenericRequestHandler } from 'vscode-languageserver'

/**
 * A request of protocol.ts, used by its method name: client and server depend on different versions of the protocol package,
 * whose classes do not accept each other's instances.
 */
interface RequestOf<Params, Result> {
  readonly method: string
  readonly _: readonly [Params, Result, unknown, unknown] | undefined
}

interface NotificationOf<Params> {
  readonly method: string
  readonly _: readonly [Params, unknown] | undefined
}

/** Registers the handler of a request. */
export function onRequest<Params, Result>(
  connection: Connection,
  { method }: RequestOf<Params, Result>,
  handler: (params: Params, token: CancellationToken) => Result | Promise<Result>
): void {
  connection.onRequest(method, handler as GenericRequestHandler<unknown, unknown>)
}

/** Registers the handler of a notification. */
export function onNotification<Params>(
  connection: Connection,
  { method }: NotificationOf<Params>,
  handler: (params: Params) => void
): void {
  connection.onNotification(method, handler)
}

/** Sends a notification. */
export function notify<Params>(connection: Connection, { method }: NotificationOf<Params>, params: Params): void {
  // Sending fails only if the client has ended.
  connection.sendNotification(method, params).catch(() => undefined)
}
