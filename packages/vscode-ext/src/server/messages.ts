import type { CancellationToken, Connection, GenericRequestHandler } from 'vscode-languageserver'

/**
 * Messages of protocol.ts, known by their names: client and server stand on different versions of the protocol's
 * package, whose classes do not know one another's instances.
 */
interface RequestOf<Params, Result> {
  readonly method: string
  readonly _: readonly [Params, Result, unknown, unknown] | undefined
}

interface NotificationOf<Params> {
  readonly method: string
  readonly _: readonly [Params, unknown] | undefined
}

export function answer<Params, Result>(
  connection: Connection,
  { method }: RequestOf<Params, Result>,
  handler: (params: Params, token: CancellationToken) => Result | Promise<Result>
): void {
  connection.onRequest(method, handler as GenericRequestHandler<unknown, unknown>)
}

export function hear<Params>(
  connection: Connection,
  { method }: NotificationOf<Params>,
  handler: (params: Params) => void
): void {
  connection.onNotification(method, handler)
}

export function tell<Params>(connection: Connection, { method }: NotificationOf<Params>, params: Params): void {
  // Fails only where the client is gone, and then there is nobody to tell.
  connection.sendNotification(method, params).catch(() => undefined)
}
