import { counted, createProgress, Failure } from '@leitmotif/command'
import type { Encoder, Representation } from '@leitmotif/encoder'
import { corporaSize } from '../corpora/corpus.js'
import { createDamageLog, type DamageLog } from '../corpora/damage-log.js'
import { readLessons, type LessonOptions, type Lessons } from '../distillation/distillation-data.js'
import { teachTexts, type TeacherRows } from '../distillation/teacher-rows.js'

/**
 * Reads the training and validation data of a distillation, with progress.
 * @throws Failure if the corpora have no article to train on, or none to judge by.
 */
export async function readLessonsOf(
  corpora: readonly string[],
  options: LessonOptions
): Promise<{ readonly lessons: Lessons; readonly damage: DamageLog }> {
  const reading = createProgress({ label: 'reading', total: await corporaSize(corpora), unit: 'bytes' })
  const damage = createDamageLog()
  const onBytes = (bytes: number): void => {
    reading.update(bytes)
  }
  const lessons = await readLessons(corpora, options, { onBytes, onDamage: damage.onDamage })
  reading.end(`${counted(lessons.articles.length, 'article')}, ${counted(lessons.texts.length, 'text')} to learn from`)
  if (lessons.articles.length === 0 || lessons.judged.every(({ triplets }) => triplets.length === 0)) {
    throw new Failure(
      `the corpora give ${counted(lessons.articles.length, 'article')} to train on; expected one at least, of two sections, ` +
        'and one of five sections among those that validation draws'
    )
  }
  return { lessons, damage }
}

/** Encodes texts, with progress; reads the rows from the file at `path` if an earlier run left them there. */
export async function rowsOf(
  encoder: Encoder,
  texts: readonly string[],
  {
    path,
    label,
    representation
  }: { readonly path: string; readonly label: string; readonly representation?: Representation }
): Promise<TeacherRows> {
  const progress = createProgress({ label, total: texts.length, unit: 'texts' })
  const onProgress = (done: number): void => {
    progress.update(done)
  }
  const rows = await teachTexts(encoder, texts, path, onProgress, representation)
  progress.end()
  return rows
}
