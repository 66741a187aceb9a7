import { writeFile } from 'node:fs/promises'
import { counted, Failure, printJson, shellWord, writeFailure } from '@leitmotif/command'
import { Command } from 'commander'
import { kibanaObjects } from '../analytics/kibana-objects.js'
import { withCollection, type PlaceFlags } from '../store/collection.js'
import { isServer } from '../store/elasticsearch/elasticsearch-access.js'
import { connectTo } from '../store/elasticsearch/server-connection.js'
import { aliasOf } from '../store/elasticsearch/names.js'
import { listThemes } from '../themes/list.js'
import { collectionOption, inOption, jsonOption } from './shared-options.js'

interface Flags extends PlaceFlags {
  readonly out?: string
  readonly json: boolean
}

/** `leitmotif kibana`: writes a data view and a dashboard of a collection for Kibana. */
export function kibanaCommand(): Command {
  return new Command('kibana')
    .description(
      'Writes a file of saved objects that Kibana imports: a data view in which themes have their names, and a dashboard with ' +
        'themes over time, themes by field and a table of passages. Write and import it again after themes were built or renamed.\n\nExample: leitmotif kibana --in http://127.0.0.1:9200 --collection notes --out notes.ndjson'
    )
    .addOption(inOption())
    .addOption(collectionOption())
    .option('--out <file>', 'file to write (default: leitmotif-NAME.ndjson)')
    .addOption(jsonOption())
    .action(async (flags: Flags) => {
      if (!isServer(flags.in))
        throw new Failure(`--in ${flags.in}: Kibana reads collections in Elasticsearch; expected the URL of a server`)
      const server = await connectTo(flags.in, () => undefined)
      await server.close()
      if (server.dialect.name !== 'Elasticsearch')
        throw new Failure(
          `${server.place}: is ${server.dialect.name}, and the file is for Kibana; make an index pattern of the collection's alias in ` +
            'OpenSearch Dashboards instead'
        )
      const { objects, name } = await withCollection(flags, undefined, 'read', async (store) => {
        const collection = await store.describe()
        const alias = aliasOf(collection.collection)
        return { name: alias, objects: kibanaObjects(alias, collection, await listThemes(store)) }
      })
      const file = flags.out ?? `${name}.ndjson`
      await writeFile(file, objects.map((one) => `${JSON.stringify(one)}\n`).join('')).catch((error: unknown) => {
        throw writeFailure(file, error)
      })
      if (flags.json) printJson({ file, objects: objects.length })
      else {
        process.stdout.write(
          `${counted(objects.length, 'object')} written to ${file}; import it in Kibana under Stack Management › Saved Objects, or: ` +
            `curl -H 'kbn-xsrf: true' -F file=@${shellWord(file)} 'http://127.0.0.1:5601/api/saved_objects/_import?overwrite=true'\n`
        )
      }
    })
}
