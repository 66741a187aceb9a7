/**
 * A bundle can't be used: it has another format or version, is incomplete, or was altered. The message says what to do.
 */
export class BundleError extends Error {
  override name = 'BundleError'
  constructor(
    message: string,
    /** The folder or URL at the start of the message, if the message names it. */
    readonly place?: string
  ) {
    super(message)
  }
}

/** A file that is not there. */
export class MissingFile extends BundleError {
  constructor(
    message: string,
    /** Its name within the folder. */
    readonly file: string,
    place?: string
  ) {
    super(message, place)
  }
}

/** Maximum number of bytes read of a manifest. */
export const MANIFEST_BYTES = 1 << 20

export interface StoredFile {
  /** A name within the bundle's folder. */
  readonly file: string
  /** sha256 of the file's bytes, in lower-case hexadecimal. */
  readonly sha256: string
}

/**
 * Decoders of a manifest's members. Each returns a value of its type and within its limits, or throws a BundleError
 * that names the member. `name` is the member's path in the manifest.
 */
export interface ManifestMembers {
  /**
   * Decodes the whole manifest and checks its format and version. `kind` names the bundle in errors: "an encoder
   * bundle".
   */
  readonly document: (bytes: Uint8Array, format: string, version: number, kind: string) => Record<string, unknown>
  readonly object: (value: unknown, name: string) => Record<string, unknown>
  readonly list: (value: unknown, name: string) => unknown[]
  readonly text: (value: unknown, name: string) => string
  readonly whole: (value: unknown, name: string, least: number, most: number) => number
  readonly finite: (value: unknown, name: string) => number
  readonly only: <const T extends string>(value: unknown, name: string, expected: T) => T
  readonly hash: (value: unknown, name: string) => string
  /** Decodes a name without folders. `expected` describes it in errors. */
  readonly plainName: (value: unknown, name: string, expected: string) => string
  readonly stored: (value: Record<string, unknown>, name: string) => StoredFile
  readonly fault: (name: string, value: unknown, expected: string) => BundleError
}

/** Creates decoders whose errors begin with the manifest's name. */
export function membersOf(manifest: string): ManifestMembers {
  const fault = (name: string, value: unknown, expected: string): BundleError => {
    const shown = describe(value)
    const got = shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown
    return new BundleError(`${manifest}: ${name} is ${got}; expected ${expected}`)
  }
  const members: ManifestMembers = {
    fault,
    document(bytes, format, version, kind) {
      if (bytes.length > MANIFEST_BYTES) {
        throw new BundleError(`${manifest} is over ${MANIFEST_BYTES} bytes; expected a bundle's manifest`)
      }
      let value: unknown
      try {
        value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
      } catch {
        throw new BundleError(`${manifest} is not JSON (cut short?); fetch or export the bundle again`)
      }
      const root = members.object(value, 'the document')
      if (root.format !== format) throw fault('format', root.format, `'${format}': choose the folder of ${kind}`)
      if (root.version !== version) {
        const advice = Number(root.version) > version ? 'update this program' : 'export the bundle again'
        throw fault('version', root.version, `${version}: ${advice}`)
      }
      return root
    },
    object(value, name) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(name, value, 'an object')
      if (Object.hasOwn(value, '__proto__')) throw fault(name, '__proto__', "members of a bundle's manifest only")
      return value as Record<string, unknown>
    },
    list(value, name) {
      if (Array.isArray(value)) return value as unknown[]
      throw fault(name, value, 'a list')
    },
    text(value, name) {
      if (typeof value === 'string' && value !== '') return value
      throw fault(name, value, 'text')
    },
    whole(value, name, least, most) {
      if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
      throw fault(name, value, least === most ? String(least) : `a whole number from ${least} to ${most}`)
    },
    finite(value, name) {
      if (typeof value === 'number' && Number.isFinite(value)) return value
      throw fault(name, value, 'a number')
    },
    only(value, name, expected) {
      if (value === expected) return expected
      throw fault(name, value, `'${expected}'`)
    },
    hash(value, name) {
      if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value
      throw fault(name, value, '64 hexadecimal digits')
    },
    plainName(value, name, expected) {
      const plain = members.text(value, name)
      if (/^[A-Za-z0-9][\w.-]{0,99}$/.test(plain)) return plain
      throw fault(name, plain, expected)
    },
    stored(value, name) {
      const file = members.plainName(value.file, `${name}.file`, 'the plain name of a file in the same folder')
      return { file, sha256: members.hash(value.sha256, `${name}.sha256`) }
    }
  }
  return members
}

const SHOWN = 80

/** Returns a value as text for an error; for lists and objects only their kind, because they may be deeply nested. */
function describe(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return Array.isArray(value) ? 'a list' : 'an object'
}
