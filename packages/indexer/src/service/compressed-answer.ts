import { promisify } from 'node:util'
import { constants, brotliCompress, gzip } from 'node:zlib'
import type { Request, Response } from 'express'

/** Smaller bodies fit into a packet anyway, in bytes. */
const LEAST = 1024

/** Fast levels: an answer of a megabyte takes 10 to 20 ms, in another thread. */
const QUALITY = { br: 4, gzip: 5 } as const

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY.br } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: QUALITY.gzip })
}

/** Sends a body, compressed if it is large and the caller accepts it. */
export async function sendCompressed(request: Request, response: Response, body: Buffer): Promise<void> {
  response.vary('Accept-Encoding')
  const encoding = body.length < LEAST ? false : request.acceptsEncodings('br', 'gzip')
  if (encoding !== 'br' && encoding !== 'gzip') {
    response.send(body)
    return
  }
  const compressed = await compressors[encoding](body)
  if (!response.destroyed) response.set('Content-Encoding', encoding).send(compressed)
}
