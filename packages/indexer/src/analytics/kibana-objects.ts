import type { ThemeList } from '../themes/list.js'
import type { CollectionDescription, FieldType } from '../store/store.js'

/** A saved object of Kibana, as its import takes it: one line of JSON. */
export interface SavedObject {
  readonly type: 'index-pattern' | 'lens' | 'search' | 'dashboard'
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly references: readonly Reference[]
  readonly coreMigrationVersion: string
  /** The version of Kibana's format of this type that the object is in; a later Kibana converts it. */
  readonly typeMigrationVersion: string
}

interface Reference {
  readonly type: SavedObject['type']
  readonly id: string
  readonly name: string
}

/** Formats of Kibana 8.12, which all later versions read. */
const CORE = '8.8.0'
const VERSIONS: Readonly<Record<SavedObject['type'], string>> = {
  'index-pattern': '8.0.0',
  lens: '8.9.0',
  search: '10.2.0',
  dashboard: '10.2.0'
}

/** Themes, values of a field, and fields that are shown at once. */
const THEMES = 10
const VALUES = 10
const FIELDS = 4

/** Columns of a dashboard, and rows of a panel. */
const WIDTH = 48
const HEIGHT = 15

const LAYER = 'layer1'

/** Metric of all charts: the number of sentences. */
const COUNT = {
  ...{ label: 'Sentences', dataType: 'number', operationType: 'count', isBucketed: false, scale: 'ratio' },
  ...{ sourceField: '___records___', customLabel: true }
}

const NO_QUERY = { query: '', language: 'kuery' }

/**
 * Returns a data view of a collection in Elasticsearch, in which themes have their names, and a dashboard: themes over time,
 * themes by field and a table of passages.
 * @param alias the index of the collection's sentences
 */
export function kibanaObjects(
  alias: string,
  { collection, fields }: Pick<CollectionDescription, 'collection' | 'fields'>,
  { themes, groups }: Pick<ThemeList, 'themes' | 'groups'>
): SavedObject[] {
  const time = timeField(fields)
  const view = object('index-pattern', alias, {
    ...{ title: alias, name: `Leitmotif: ${collection}` },
    ...(time !== undefined && { timeFieldName: time }),
    fieldFormatMap: JSON.stringify({
      theme: lookup(themes, 'no theme'),
      theme_path: lookup([...groups, ...themes], 'no theme'),
      theme_similarity: { id: 'number', params: { pattern: '0.00' } }
    }),
    ...{ fieldAttrs: '{}', runtimeFieldMap: '{}', sourceFilters: '[]', fields: '[]' }
  })
  const theme = terms('Theme', 'theme', THEMES)
  const keywords = Object.entries(fields)
    .filter(([, type]) => type === 'keyword')
    .map(([name]) => name)
  const charts = [
    ...(time === undefined
      ? []
      : [chart(alias, 'over-time', 'Themes over time', 'area_stacked', { x: moments(time), split: theme })]),
    chart(alias, 'themes', 'Themes', 'bar_horizontal', { x: theme }),
    ...keywords.slice(0, FIELDS).map((name, at) => {
      const x = terms(name, `fields.${name}`, VALUES)
      return chart(alias, `field-${at + 1}`, `Themes by ${name}`, 'bar_horizontal_percentage_stacked', {
        x,
        split: theme
      })
    })
  ]
  const passages = passageTable(alias, Object.keys(fields))
  return [view, ...charts, passages, dashboard(alias, collection, charts, passages)]
}

/** The field that time runs along: `date`, or else the first date. */
function timeField(fields: Readonly<Record<string, FieldType>>): string | undefined {
  const dates = Object.keys(fields).filter((name) => fields[name] === 'date')
  const name = dates.find((own) => own === 'date') ?? dates.at(0)
  return name === undefined ? undefined : `fields.${name}`
}

function lookup(named: readonly { readonly id: string; readonly label: string }[], unknown: string): object {
  const lookupEntries = named.map(({ id, label }) => ({ key: id, value: label }))
  return { id: 'static_lookup', params: { lookupEntries, unknownKeyValue: unknown } }
}

function terms(label: string, sourceField: string, size: number): object {
  return {
    ...{ label, customLabel: true, dataType: 'string', operationType: 'terms', scale: 'ordinal', isBucketed: true },
    sourceField,
    params: {
      ...{ size, orderBy: { type: 'column', columnId: 'count' }, orderDirection: 'desc' },
      ...{ otherBucket: true, missingBucket: false, parentFormat: { id: 'terms' } }
    }
  }
}

function moments(sourceField: string): object {
  return {
    ...{ label: 'Date', customLabel: true, dataType: 'date', operationType: 'date_histogram', scale: 'interval' },
    ...{ isBucketed: true, sourceField, params: { interval: 'auto', includeEmptyRows: true, dropPartials: false } }
  }
}

function chart(
  alias: string,
  name: string,
  title: string,
  seriesType: string,
  { x, split }: { readonly x: object; readonly split?: object }
): SavedObject {
  const columns = { ...(split && { split }), x, count: COUNT }
  const layer = { columnOrder: Object.keys(columns), columns, incompleteColumns: {}, sampling: 1 }
  const attributes = {
    ...{ title, description: '', visualizationType: 'lnsXY' },
    state: {
      datasourceStates: { formBased: { layers: { [LAYER]: layer } } },
      visualization: {
        legend: { isVisible: true, position: 'right' },
        ...{ valueLabels: 'hide', fittingFunction: 'None', preferredSeriesType: seriesType },
        layers: [
          {
            ...{ layerId: LAYER, layerType: 'data', seriesType, xAccessor: 'x', accessors: ['count'] },
            ...(split && { splitAccessor: 'split' })
          }
        ]
      },
      ...{ query: NO_QUERY, filters: [], internalReferences: [], adHocDataViews: {} }
    }
  }
  const reference: Reference = { type: 'index-pattern', id: alias, name: `indexpattern-datasource-layer-${LAYER}` }
  return object('lens', `${alias}-${name}`, attributes, [reference])
}

function passageTable(alias: string, fields: readonly string[]): SavedObject {
  const name = 'kibanaSavedObjectMeta.searchSourceJSON.index'
  const shown = fields.slice(0, FIELDS).map((field) => `fields.${field}`)
  const attributes = {
    ...{ title: 'Passages', description: '', columns: ['text', 'theme', 'title', ...shown] },
    ...{ sort: [['theme_similarity', 'desc']], grid: {}, hideChart: true, isTextBasedQuery: false },
    kibanaSavedObjectMeta: { searchSourceJSON: JSON.stringify({ query: NO_QUERY, filter: [], indexRefName: name }) }
  }
  return object('search', `${alias}-passages`, attributes, [{ type: 'index-pattern', id: alias, name }])
}

function dashboard(
  alias: string,
  collection: string,
  charts: readonly SavedObject[],
  passages: SavedObject
): SavedObject {
  const references: Reference[] = []
  const panel = ({ type, id }: SavedObject, place: { x: number; y: number; w: number; h: number }): object => {
    const panelIndex = String(references.length + 1)
    const panelRefName = `panel_${panelIndex}`
    references.push({ type, id, name: `${panelIndex}:${panelRefName}` })
    return { type, panelIndex, panelRefName, gridData: { ...place, i: panelIndex }, embeddableConfig: {} }
  }
  // Two charts beside each other; a last one alone has the whole width.
  const rows = Math.ceil(charts.length / 2)
  const panels = charts.map((own, at) => {
    const alone = at === charts.length - 1 && at % 2 === 0
    const [x, y] = [(at % 2) * (WIDTH / 2), Math.floor(at / 2) * HEIGHT]
    return panel(own, { x, y, w: alone ? WIDTH : WIDTH / 2, h: HEIGHT })
  })
  panels.push(panel(passages, { x: 0, y: rows * HEIGHT, w: WIDTH, h: 2 * HEIGHT }))
  const attributes = {
    ...{
      title: `Leitmotif: ${collection}`,
      description: 'Themes of a collection: over time, by field, and their passages'
    },
    ...{ panelsJSON: JSON.stringify(panels), timeRestore: false },
    optionsJSON: JSON.stringify({ useMargins: true, syncColors: true, syncCursor: true, syncTooltips: false }),
    kibanaSavedObjectMeta: { searchSourceJSON: JSON.stringify({ query: NO_QUERY, filter: [] }) }
  }
  return object('dashboard', `${alias}-dashboard`, attributes, references)
}

function object(
  type: SavedObject['type'],
  id: string,
  attributes: SavedObject['attributes'],
  references: readonly Reference[] = []
): SavedObject {
  return { type, id, attributes, references, coreMigrationVersion: CORE, typeMigrationVersion: VERSIONS[type] }
}
