import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ELASTICSEARCH } from '../store/elasticsearch/elasticsearch-dialect.js'
import { newMeta, sentencesIndex } from '../store/elasticsearch/mapping.js'
import type { FieldType } from '../store/store.js'
import type { ListedTheme, ThemeGroup } from '../themes/list.js'
import { kibanaObjects, type SavedObject } from './kibana-objects.js'

const FIELDS: Record<string, FieldType> = { printed: 'date', author: 'keyword', year: 'number', tags: 'keyword' }
const THEMES = {
  themes: [
    { id: 'theme-01', label: 'Water, soil' },
    { id: 'theme-02', label: 'Rent' }
  ] as ListedTheme[],
  groups: [{ id: 'group-01', label: 'Land' }] as ThemeGroup[]
}

const objects = (fields = FIELDS): SavedObject[] =>
  kibanaObjects('leitmotif-farms', { collection: 'farms', fields }, THEMES)

/** JSON in a text, of that form. */
const jsonOf = <T extends z.ZodType>(form: T) => z.string().transform((text) => form.parse(JSON.parse(text)))

/**
 * Kibana's schemas of attributes, as far as these objects use them: of data views (data_view/v1), saved searches
 * (SCHEMA_SEARCH_MODEL_VERSION_5), dashboards (v2) and, where it forbids nothing, the form-based state of Lens.
 */
const query = z.strictObject({ query: z.string(), language: z.literal('kuery') })
const placed = z.strictObject({
  ...{ type: z.enum(['lens', 'search']), panelIndex: z.string(), panelRefName: z.string() },
  gridData: z.strictObject({ x: z.int(), y: z.int(), w: z.int().max(48), h: z.int(), i: z.string() }),
  embeddableConfig: z.strictObject({})
})
const column = z.object({
  ...{ label: z.string(), isBucketed: z.boolean(), sourceField: z.string() },
  dataType: z.enum(['string', 'date', 'number']),
  operationType: z.enum(['terms', 'date_histogram', 'count'])
})
const SCHEMAS = {
  'index-pattern': z.strictObject({
    ...{ title: z.string(), name: z.string(), timeFieldName: z.string().optional() },
    fieldFormatMap: jsonOf(z.record(z.string(), z.strictObject({ id: z.string(), params: z.unknown() }))),
    fieldAttrs: jsonOf(z.record(z.string(), z.unknown())),
    runtimeFieldMap: jsonOf(z.record(z.string(), z.unknown())),
    ...{ sourceFilters: jsonOf(z.array(z.unknown())), fields: jsonOf(z.array(z.unknown())) }
  }),
  lens: z.strictObject({
    ...{ title: z.string(), description: z.string(), visualizationType: z.literal('lnsXY') },
    state: z.object({
      datasourceStates: z.object({
        formBased: z.object({
          layers: z.object({
            layer1: z.object({ columnOrder: z.array(z.string()), columns: z.record(z.string(), column) })
          })
        })
      }),
      visualization: z.object({
        layers: z.tuple([
          z.object({ xAccessor: z.string(), accessors: z.array(z.string()), splitAccessor: z.string().optional() })
        ])
      }),
      ...{ query, filters: z.array(z.unknown()) }
    })
  }),
  search: z.strictObject({
    ...{ title: z.string(), description: z.string(), columns: z.array(z.string()) },
    sort: z.array(z.array(z.string()).max(2)),
    ...{ grid: z.strictObject({}), hideChart: z.boolean(), isTextBasedQuery: z.boolean() },
    kibanaSavedObjectMeta: z.strictObject({
      searchSourceJSON: jsonOf(z.strictObject({ query, filter: z.array(z.unknown()), indexRefName: z.string() }))
    })
  }),
  dashboard: z.strictObject({
    ...{ title: z.string(), description: z.string(), timeRestore: z.boolean() },
    panelsJSON: jsonOf(z.array(placed)),
    optionsJSON: jsonOf(z.record(z.string(), z.boolean())),
    kibanaSavedObjectMeta: z.strictObject({
      searchSourceJSON: jsonOf(z.strictObject({ query, filter: z.array(z.unknown()) }))
    })
  })
}

type Schemas = typeof SCHEMAS

function attributesOf<Type extends keyof Schemas>(all: readonly SavedObject[], type: Type): z.output<Schemas[Type]>[] {
  const own = all.filter((one) => one.type === type)
  return own.map(({ attributes }) => SCHEMAS[type].parse(attributes) as z.output<Schemas[Type]>)
}

/** Paths of all fields in the index of a collection's sentences. */
function mapped(): string[] {
  const meta = newMeta('/', { fingerprint: 'f', representation: 'static', dims: 4 })
  const fields = Object.entries(FIELDS).map(([name, type]) => ({ name, type }))
  const { properties = {} } = sentencesIndex({ ...meta, fields }, ELASTICSEARCH).mappings ?? {}
  const own = (properties.fields as { properties: object }).properties
  return [...Object.keys(properties), ...Object.keys(own).map((name) => `fields.${name}`)]
}

describe('Saved objects for Kibana', () => {
  it('have the attributes that Kibana knows, and refer to each other', () => {
    const all = objects()
    for (const type of Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[])
      expect(attributesOf(all, type).length).toBeGreaterThan(0)
    const present = new Set(all.map(({ type, id }) => `${type} ${id}`))
    expect(present.size).toBe(all.length)
    for (const { references } of all)
      for (const { type, id } of references) expect([...present]).toContain(`${type} ${id}`)
    const [{ panelsJSON: panels }] = attributesOf(all, 'dashboard')
    const { references } = all.find(({ type }) => type === 'dashboard')!
    expect(references.map(({ name }) => name)).toEqual(panels.map((one) => `${one.panelIndex}:${one.panelRefName}`))
  })

  it('use only fields and columns that are there', () => {
    const all = objects()
    const known = mapped()
    for (const { state } of attributesOf(all, 'lens')) {
      const { columnOrder, columns } = state.datasourceStates.formBased.layers.layer1
      expect(Object.keys(columns).sort()).toEqual([...columnOrder].sort())
      const [{ xAccessor, accessors, splitAccessor }] = state.visualization.layers
      for (const id of [xAccessor, ...accessors, splitAccessor ?? xAccessor]) expect(columnOrder).toContain(id)
      for (const { sourceField } of Object.values(columns)) expect([...known, '___records___']).toContain(sourceField)
    }
    const [{ columns, sort }] = attributesOf(all, 'search')
    for (const name of [...columns, ...sort.map(([field]) => field)]) expect(known).toContain(name)
    expect(attributesOf(all, 'index-pattern')[0].timeFieldName).toBe('fields.printed')
  })

  it('give themes and groups their names', () => {
    const [{ fieldFormatMap }] = attributesOf(objects(), 'index-pattern')
    expect(fieldFormatMap.theme).toEqual({
      id: 'static_lookup',
      params: {
        lookupEntries: [
          { key: 'theme-01', value: 'Water, soil' },
          { key: 'theme-02', value: 'Rent' }
        ],
        unknownKeyValue: 'no theme'
      }
    })
    expect(JSON.stringify(fieldFormatMap.theme_path)).toContain('Land')
  })

  it('show no chart over time for a collection without dates', () => {
    const all = objects({ author: 'keyword' })
    expect(attributesOf(all, 'lens').map(({ title }) => title)).toEqual(['Themes', 'Themes by author'])
    expect(attributesOf(all, 'index-pattern')[0].timeFieldName).toBeUndefined()
  })

  it('let no panel of the dashboard lie over another', () => {
    const [{ panelsJSON: panels }] = attributesOf(objects(), 'dashboard')
    const cells = panels.flatMap(({ gridData: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`)
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})
