import { connectToEither, type Connection, type ConnectOptions } from './connection.js'
import { findAccess } from './elasticsearch-access.js'
import { trustOf } from './tls-trust.js'

/** Returns a connection to the server at `place`; credentials are those for it. */
export async function connectTo(
  place: string,
  warn: (line: string) => void,
  options: Pick<ConnectOptions, 'serializer'> = {}
): Promise<Connection> {
  const access = await findAccess(place, process.env, warn)
  return connectToEither(access, { ...options, trust: await trustOf(access) })
}
