import type { estypes } from '@elastic/elasticsearch'
import { Failure } from '@leitmotif/command'
import type { Connection } from './connection.js'
import { ElasticsearchFailure } from './elasticsearch-failure.js'
import { decodeMeta, RECORDS_INDEX, sentencesIndex, withTemplate, type CollectionMeta } from './mapping.js'
import { aliasOf, generationIndex, generationNumber, recordsIndex, sideAlias, writeAlias } from './names.js'

/** The component template in which users override settings and mappings of new generations. */
const COMPONENT_TEMPLATE = 'leitmotif'

/** One generation of a collection: its sentences with the vectors of one encoder. */
export interface Generation {
  /** From 1; unique among the existing generations of a collection. */
  readonly number: number
  readonly index: string
  readonly meta: CollectionMeta
}

const ROLES = ['current', 'next', 'previous'] as const
type Role = (typeof ROLES)[number]
const roleAlias = (collection: string, role: Role): string =>
  role === 'current' ? aliasOf(collection) : sideAlias(collection, role)

/** Returns the generation of a role; undefined for none. @throws Failure for an index of another program. */
export async function findGeneration(
  client: Connection,
  collection: string,
  role: Role
): Promise<Generation | undefined> {
  const alias = roleAlias(collection, role)
  const place = `${client.place}/${alias}`
  const found = Object.entries(await readMetas(client, alias))
  if (found.length > 1) {
    const names = found.map(([index]) => index).join(', ')
    throw new ElasticsearchFailure(
      `${place}: is an alias of ${found.length} indexes, ${names}; expected one; remove the alias from the others`,
      409,
      undefined
    )
  }
  return found.map(([index, meta]) => toGeneration(collection, index, decodeMeta(place, meta)))[0]
}

/** Reads the metadata of one of our indexes. */
export async function readMeta(client: Connection, index: string): Promise<CollectionMeta> {
  const { [index]: meta } = await readMetas(client, index)
  const place = `${client.place}/${index}`
  if (meta === undefined) {
    const gone = `${place}: is gone; another process removed or replaced it: run this again`
    throw new ElasticsearchFailure(gone, 404, 'index_not_found_exception')
  }
  return decodeMeta(place, meta)
}

/** Creates the index of a collection's records if it does not exist. @throws Failure for an index that is not ours. */
export async function createRecords(client: Connection, collection: string): Promise<void> {
  const index = recordsIndex(collection)
  if (await createIndex(client, index, RECORDS_INDEX)) return
  const { [index]: found } = await client.indices.getMapping({ index })
  const { kind } = (found.mappings.properties ?? {}) as Partial<Record<string, estypes.MappingProperty>>
  if (kind?.type !== 'keyword') {
    throw new Failure(
      `${client.place}/${index}: is an index that Leitmotif did not make: its field "kind" is ${kind?.type ?? 'missing'}; ` +
        `expected keyword; use another --collection, or remove the index`
    )
  }
  await letWrite(client, index)
}

/** Adds the write alias to an existing index. Earlier versions did not create it. */
export async function letWrite(client: Connection, index: string): Promise<void> {
  await client.indices.updateAliases({ actions: [{ add: { index, alias: writeAlias(index), is_hidden: true } }] })
}

/** Creates a generation with this role. @throws Failure for more dimensions than the server supports. */
export async function createGeneration(
  client: Connection,
  collection: string,
  meta: CollectionMeta,
  role: Role
): Promise<Generation> {
  const { dims } = meta.encoder
  const { name, mostDims } = client.dialect
  if (dims > mostDims) {
    throw new Failure(
      `${client.place}: the vectors have ${dims} dimensions; ${name} takes ${mostDims} at most; ` +
        `keep the collection in a folder, or use --fast or another --encoder`
    )
  }
  const present = Object.keys(await readMetas(client, `${aliasOf(collection)}.*`))
  const numbers = present.map((name) => generationNumber(collection, name) ?? 0)
  const index = generationIndex(collection, meta.encoder.fingerprint, Math.max(0, ...numbers) + 1)
  const body = withTemplate(sentencesIndex(meta, client.dialect), COMPONENT_TEMPLATE, await readTemplate(client))
  await createIndex(client, index, { ...body, aliases: { [roleAlias(collection, role)]: {} } })
  return toGeneration(collection, index, meta)
}

/**
 * Assigns roles to generations in one step, so that searches never miss one. Removes and returns the generations that
 * are left without a role. Roles that `changed` does not name stay the same.
 */
export async function setRoles(
  client: Connection,
  collection: string,
  changed: Partial<Record<Role, Generation | undefined>>
): Promise<Generation[]> {
  const before = new Map<Role, Generation>()
  for (const role of ROLES) {
    const found = await findGeneration(client, collection, role)
    if (found !== undefined) before.set(role, found)
  }
  const after = new Map(ROLES.map((role) => [role, role in changed ? changed[role] : before.get(role)]))
  const kept = new Set([...after.values()].map((generation) => generation?.index))
  const gone = [...before.values()].filter(({ index }) => !kept.has(index))
  const actions: estypes.IndicesUpdateAliasesAction[] = gone.map(({ index }) => ({ remove_index: { index } }))
  for (const [role, is] of after) {
    const was = before.get(role)
    if (was?.index === is?.index) continue
    const alias = roleAlias(collection, role)
    if (was !== undefined && kept.has(was.index)) actions.push({ remove: { index: was.index, alias } })
    if (is !== undefined) actions.push({ add: { index: is.index, alias } })
  }
  await client.indices.updateAliases({ actions })
  return gone
}

function toGeneration(collection: string, index: string, meta: CollectionMeta): Generation {
  return { number: generationNumber(collection, index) ?? 0, index, meta }
}

async function readMetas(client: Connection, index: string): Promise<Record<string, unknown>> {
  const found = await client.indices.getMapping({ index, expand_wildcards: 'all' }, { ignore: [404] })
  if ('error' in found) return {}
  return Object.fromEntries(Object.entries(found).map(([name, { mappings }]) => [name, mappings._meta ?? {}]))
}

async function readTemplate(client: Connection): Promise<estypes.IndicesIndexState | undefined> {
  try {
    const found = await client.cluster.getComponentTemplate({ name: COMPONENT_TEMPLATE }, { ignore: [404] })
    return 'error' in found ? undefined : found.component_templates[0]?.component_template.template
  } catch (error) {
    // Without the right to read templates, uses none.
    if (error instanceof ElasticsearchFailure && error.status === 403) return undefined
    throw error
  }
}

/** Creates an index; returns false if it already exists. */
async function createIndex(client: Connection, index: string, body: estypes.IndicesIndexState): Promise<boolean> {
  const aliases = { ...body.aliases, [writeAlias(index)]: { is_hidden: true } }
  try {
    await client.indices.create({ index, ...(body as Omit<estypes.IndicesCreateRequest, 'index'>), aliases })
    return true
  } catch (error) {
    const exists = error instanceof ElasticsearchFailure && error.type === 'resource_already_exists_exception'
    if (!exists) throw error
    return false
  }
}
