import { z } from 'zod'

/** Returns the first fault of a stored or given value, on one line: "themes[1].title: expected string, got nothing". */
export function schemaFault({ issues: [{ path, message }] }: z.ZodError): string {
  const fault = message
    .replace(/^Invalid input: /, '')
    .replace('received undefined', 'got nothing')
    .replace('received', 'got')
  return path.length === 0 ? fault : `${z.core.toDotPath(path)}: ${fault}`
}
