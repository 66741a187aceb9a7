import { counted } from '@leitmotif/command'
import type { Interval } from './bootstrap.js'
import type { CorpusClusters } from './corpus-clusters.js'
import type { Detection } from './detection.js'
import { DAMAGES } from './draft-damage.js'
import type { Drafts } from './drafts.js'
import type { Find } from './collection-search.js'
import type { HeadingSuggestions } from './heading-suggestions.js'
import type { Headings, Retrieval } from './heading-retrieval.js'
import type { Moves } from './measure-moves.js'
import type { Scb } from './scb.js'
import type { SectionChanges } from './section-changes.js'
import type { Segmentation, Segmented } from './segmentation.js'
import type { Tdc } from './tdc.js'
import type { NameFigures, ThemeNames } from './measure-theme-names.js'

/** The figures of the measured tasks. */
export interface Figures {
  tdc?: Tdc | undefined
  scb?: Scb | undefined
  headings?: Headings | undefined
  'heading-suggestions'?: HeadingSuggestions | undefined
  segmentation?: Segmentation | undefined
  moves?: Moves | undefined
  sections?: SectionChanges | undefined
  find?: Find | undefined
  corpus?: CorpusClusters | undefined
  names?: ThemeNames | undefined
  drafts?: Drafts | undefined
}

/** Returns the figures as text, one or more lines for each task. */
export function figuresText({
  tdc,
  scb,
  headings,
  segmentation,
  moves,
  sections,
  find,
  corpus,
  names,
  drafts,
  'heading-suggestions': suggestions
}: Figures): string {
  const lines = [
    ...(tdc === undefined ? [] : [tdcLine(tdc)]),
    ...(scb === undefined ? [] : scbLines(scb)),
    ...(headings === undefined ? [] : headingsLines(headings)),
    ...(suggestions === undefined ? [] : suggestionLines(suggestions)),
    ...(segmentation === undefined ? [] : segmentationLines(segmentation)),
    ...(moves === undefined ? [] : movesLines(moves)),
    ...(sections === undefined ? [] : sectionsLines(sections)),
    ...(find === undefined ? [] : findLines(find)),
    ...(corpus === undefined ? [] : corpusLines(corpus)),
    ...(names === undefined ? [] : namesLines(names)),
    ...(drafts === undefined ? [] : draftsLines(drafts))
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function tdcLine({ accuracy, interval, triplets, articles }: Tdc): string {
  return `tdc ${accuracy.toFixed(4)} (${intervalText(interval)}; ${counted(triplets, 'triplet')} of ${counted(articles, 'article')})`
}

function scbLines(scb: Scb): string[] {
  return (['kmeans', 'iclust'] as const).map((method) => {
    const measures = (['mi', 'ami', 'ri', 'ari'] as const).map(
      (measure) => `${measure} ${scb[method][measure].toFixed(4)} (${intervalText(scb.intervals[method][measure])})`
    )
    return `scb ${method}: ${measures.join(', ')}; ${counted(scb.sentences, 'sentence')} of ${counted(scb.articles, 'article')}`
  })
}

function findLines({ queries, candidates, articles, ...found }: Find): string[] {
  const names = {
    heading: 'title and heading',
    headingAlone: 'heading',
    sentence: 'sentence',
    fused: 'title and heading, fused with BM25',
    fusedSentence: 'sentence, fused with BM25'
  } as const satisfies Record<keyof typeof found, string>
  return Object.entries(names).map(([kind, name]) => {
    const { hit10, mrr, p10, intervals } = found[kind as keyof typeof found]
    return (
      `find by ${name}: hit@10 ${hit10.toFixed(4)} (${intervalText(intervals.hit10)}), mrr ${mrr.toFixed(4)} ` +
      `(${intervalText(intervals.mrr)}), p@10 ${p10.toFixed(4)} (${intervalText(intervals.p10)}); ` +
      `${counted(queries, 'section')} among ${counted(candidates, 'sentence')} of ${counted(articles, 'article')}`
    )
  })
}

function corpusLines({ kmeans, themes, themesGiven, collections, articles, sentences }: CorpusClusters): string[] {
  const line = (name: string, { ami, ari, intervals }: CorpusClusters['kmeans']): string =>
    `corpus, ${name}: ami ${ami.toFixed(4)} (${intervalText(intervals.ami)}), ari ${ari.toFixed(4)} ` +
    `(${intervalText(intervals.ari)}); ${counted(sentences, 'sentence')} of ${counted(articles, 'article')} in ` +
    counted(collections, 'collection')
  return [
    line('k-means', kmeans),
    line(`${themes.count.toFixed(1)} themes chosen`, themes),
    line('number of themes given', themesGiven)
  ]
}

function namesLines({ leaves, groups, articles, sentences }: ThemeNames): string[] {
  const line = (name: string, { accuracy, npmi, common, words, intervals }: NameFigures): string =>
    `${name}: accuracy ${accuracy.toFixed(4)} (${intervalText(intervals.accuracy)}), npmi ${npmi.toFixed(4)} ` +
    `(${intervalText(intervals.npmi)}), common ${common.toFixed(4)}, ${words.toFixed(1)} words`
  return [
    `names: ${counted(sentences, 'sentence')} of ${counted(articles, 'article')}`,
    ...[['leaves', leaves] as const, ...(groups === undefined ? [] : [['groups', groups] as const])].flatMap(
      ([level, figures]) => [
        line(`names of ${figures.count} ${level}`, figures),
        line('  c-TF-IDF', figures.baselines.cTfIdf),
        line('  MMR', figures.baselines.mmr)
      ]
    )
  ]
}

function headingsLines({ byTitles, ...all }: Headings): string[] {
  const ranks = ({ top1, mrr, chance, intervals }: Retrieval): string =>
    `top1 ${top1.toFixed(4)} (${intervalText(intervals.top1)}; chance ${chance.top1.toFixed(4)}), ` +
    `mrr ${mrr.toFixed(4)} (${intervalText(intervals.mrr)}; chance ${chance.mrr.toFixed(4)})`
  return [{ ...all, titles: 'any number of' }, ...byTitles].flatMap((some) => [
    `headings, ${some.titles} titles: ${ranks(some)}; ${counted(some.sections, 'section')} of ${counted(some.articles, 'article')}`,
    `headings, ${some.titles} titles, by sentence: ${ranks(some.bySentence)}; ${counted(some.sentences, 'sentence')}`
  ])
}

function suggestionLines({ articles, chance, ...shares }: HeadingSuggestions): string[] {
  const descriptions = {
    first: `matches its own text best of its article’s headings (chance ${chance.toFixed(4)})`,
    same: 'among the first three that are suggested for its section',
    sharing: 'shares words with one of these three',
    sharingFirst: 'shares words with the first of them',
    exchanged: 'reported not to match, exchanged for another',
    untouched: 'reported not to match, as its author left it'
  } as const satisfies Record<keyof typeof shares, string>
  return Object.entries(descriptions).map(([name, what]) => {
    const { share, interval, sections } = shares[name as keyof typeof shares]
    return `heading ${what}: ${share.toFixed(4)} (${intervalText(interval)}); ${counted(sections, 'section')} of ${counted(articles, 'article')}`
  })
}

function segmentationLines({ baselines, tooLong, ...found }: Segmentation): string[] {
  const line = (name: string, { pk, windowDiff, boundaryF1, intervals }: Segmented): string =>
    `segmentation, ${name}: Pk ${pk.toFixed(4)} (${intervalText(intervals.pk)}), WindowDiff ${windowDiff.toFixed(4)} ` +
    `(${intervalText(intervals.windowDiff)}), boundary F1 ${boundaryF1.toFixed(4)} (${intervalText(intervals.boundaryF1)})`
  return [
    `${line('found', found)}; ${counted(found.found, 'segment')} in ${counted(found.units, 'unit')} of ${counted(found.documents, 'document')}, truly ${found.segments}`,
    line('number of segments given', found.givenCount),
    line('TextTiling', baselines.textTiling),
    line('random', baselines.random),
    line('none', baselines.none),
    line('all', baselines.all),
    ...(tooLong === 0 ? [] : [`segmentation: ${counted(tooLong, 'document')} left out, too long to divide`])
  ]
}

function movesLines({ first, firstInterval, chance, articles, ...sent }: Moves): string[] {
  return [
    `moves: home first ${first.toFixed(4)} (${intervalText(firstInterval)}; chance ${chance.toFixed(4)}); ` +
      `${counted(sent.cases, 'paragraph')} moved in ${counted(articles, 'article')}`,
    ...detectionLines('moves', sent)
  ]
}

function sectionsLines(sections: SectionChanges): string[] {
  return (['merges', 'mixed', 'moves'] as const).flatMap((kind) => detectionLines(`sections, ${kind}`, sections[kind]))
}

function draftsLines({ undamaged, falseAlarms, falseAlarmsInterval, sources, ...figures }: Drafts): string[] {
  const { moved, removed } = figures
  const kinds = Object.entries(undamaged.kinds).filter(([, count]) => count > 0)
  return [
    ...(['moved', 'foreign', 'deleted', 'exchanged', 'merged'] as const).map((kind) => {
      const { found, interval, count } = figures[kind]
      const home = kind === 'moved' ? `, sent home ${share(moved.home)} of these` : ''
      return `drafts, ${kind}: found ${share(found)} (${intervalText(interval)}) of ${count}${home}`
    }),
    `drafts, all headings removed: exact ${share(removed.exact)} (${intervalText(removed.interval)}) of ${removed.count} ` +
      `section starts of ${counted(removed.drafts, 'draft')}, by ${counted(removed.suggested, 'split')}`,
    `drafts, undamaged: ${counted(undamaged.suggestions, 'suggestion')} on ${undamaged.drafts} of ` +
      `${counted(undamaged.count, 'draft')}: ${kinds.map(([kind, count]) => `${kind} ${count}`).join(', ') || 'none'}`,
    `drafts, false alarms: ${falseAlarms.toFixed(4)} moves and separate sections for each draft (${intervalText(falseAlarmsInterval)})`,
    ...Object.entries(sources).map(([source, own]) => {
      const shares = DAMAGES.filter((kind) => kind in own).map(
        (kind) => `${kind} ${share(own[kind].found)} of ${own[kind].count}`
      )
      return `drafts, ${source}: ${shares.join(', ') || 'none damaged'}`
    })
  ]
}

function detectionLines(
  name: string,
  { threshold, found, wrong, intervals, atScores, ...counts }: Detection
): string[] {
  return [
    `${name}, above score ${threshold.toFixed(3)}: found ${share(found)} (${intervalText(intervals.found)}) of ${counts.cases}, ` +
      `untouched ${share(wrong)} (${intervalText(intervals.wrong)}) of ${counts.untouched}`,
    ...atScores.map(
      (at) =>
        `${name}, above score ${at.score}: found ${share(at.found)}, untouched ${share(at.wrong)}, ` +
        `right where one in twenty is a case ${share(at.precision)}`
    )
  ]
}

/** Formats a share; a dash if it is NaN. */
function share(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(4)
}

/** Formats an interval: `0.412 to 0.498`. */
export function intervalText([low, high]: Interval): string {
  if (Number.isNaN(low)) return 'no interval'
  return `${low.toFixed(3)} to ${high.toFixed(3)}`
}
