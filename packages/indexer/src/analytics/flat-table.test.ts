import { expect, it } from 'vitest'
import { countDocuments } from './clustered-count.js'
import { csv } from './csv.js'
import { flatDuplicates, flatShares, flatTogether, flatTrends } from './flat-table.js'
import { sharesOfTable } from './shares.js'

it('A table of shares names groups as themes, and has no more digits than tell something', () => {
  const shares = sharesOfTable({
    themes: [{ id: 'theme-1', label: 'tides, moon', kind: 'theme', parent: 'group-1', parentLabel: 'water' }],
    keys: [{ key: 'Mei', sentences: 60, documents: 6 }],
    cells: [[countDocuments(Array.from({ length: 6 }, (_, i) => [i, 10]))]],
    rest: { hidden: [countDocuments([])], boilerplate: [countDocuments([])], unassigned: [countDocuments([])] }
  })
  const [head, row] = csv(flatShares({ by: 'author', ...shares })).split('\r\n')
  expect(head).toBe('theme,label,kind,group,groupLabel,by,interval,key,sentences,of,documents,share,low,high,few')
  expect(row).toMatch(
    /^theme-1,"tides, moon",theme,group-1,water,author,,Mei,15,60,5,0.25,0\.\d{1,6},0\.\d{1,6},false$/
  )
})

it('A table without rows has the names of its columns all the same', () => {
  expect(csv(flatTogether({ documents: 3, pairs: [] }))).toBe(
    'a,labelA,b,labelB,documents,expected,lift,jaccard,z,certain,few\r\n'
  )
  expect(csv(flatTrends({ field: 'date', trends: [] }))).toMatch(/^theme,label,direction,field,.*,few\r\n$/)
  const groups = { same: 0, near: 0, paraphrase: 0 }
  expect(csv(flatDuplicates({ sentences: 3, duplicated: 0, groups, found: [] }))).toMatch(/^group,kind,.*,text\r\n$/)
})
