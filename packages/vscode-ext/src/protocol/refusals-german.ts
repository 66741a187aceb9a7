import type { Refusals, Strangeness } from './refusals.js'

const EXPECTED =
  'erwartet wird eine, die mit https:// beginnt oder, auf diesem Rechner, mit http://, etwa http://127.0.0.1:4070'
const MEND = 'Berichtigen Sie die Einstellung leitmotif.related.url.'
const NARROW = 'Fassen Sie die Einstellung leitmotif.workspace.files enger.'
const SET_TOKEN = 'mit dem Befehl „Zugangsschlüssel für verwandte Stellen setzen…“.'

export const GERMAN_REFUSALS: Refusals = {
  begins:
    'An diesem Absatz beginnt schon ein Abschnitt. Ändern Sie dessen Überschrift, oder teilen Sie bei einem späteren Absatz.',
  openingStays:
    'Text vor der ersten Überschrift bleibt vorn. Geben Sie ihm eine Überschrift, und verschieben Sie ihn dann.',
  beforeOpening: 'Text vor der ersten Überschrift bleibt vorn. Wählen Sie eine Stelle dahinter.',
  intoItself: 'Ein Abschnitt lässt sich nicht in seine eigenen Unterabschnitte verschieben.',
  tooDeep: (level, deepest) =>
    `Ein Abschnitt in diesem wäre auf Ebene ${level}; die tiefste Überschrift ist von Ebene ${deepest}.`,
  openingHasNone: 'Text vor der ersten Überschrift hat keine Überschrift, die entfallen könnte.',
  noHeading:
    'Dieser Text hat keine Überschrift. Teilen Sie den Entwurf bei seinem ersten Absatz, um ihm eine zu geben.',
  oneTheme: (themes) => `Hier ist nichts zu ordnen: ${themes === 0 ? 'Kein Thema' : 'Nur ein Thema'} wurde gefunden.`,
  themeStays: (theme) => `Kein Absatz von „${theme}“ lässt sich verschieben.`,
  noWordsInHeading: 'Die Überschrift hat keine Wörter. Geben Sie eine mit Buchstaben oder Ziffern ein.',
  longHeading: (length, most) => `Die Überschrift hat ${length} Zeichen, mehr als ${most}. Kürzen Sie sie.`,
  readOtherwise: (near) =>
    `Das geht hier nicht: Der Entwurf würde bei „${near}“ anders gelesen. Suchen Sie dort nach einer Auszeichnung, die kein Ende ` +
    'hat oder von ihrer Stelle abhängt, und schließen oder verschieben Sie sie von Hand.',
  actsOtherwise: (mark) =>
    `Das geht hier nicht: „${mark}“ würde auf anderen Text wirken als jetzt. Verschieben Sie es von Hand, samt dem, was es schließt.`,

  noWordsSelected: 'Die Auswahl hat keine Wörter. Wählen Sie einen Satz oder mehr, und suchen Sie noch einmal.',
  noAddress: (url) => `„${url}“ ist keine Adresse eines Dienstes; ${EXPECTED}. ${MEND}`,
  credentials: `Die Adresse des Dienstes enthält einen Namen oder ein Passwort; erwartet wird keines. ${MEND} Ein Zugangsschlüssel hat seinen eigenen Befehl.`,
  unprotected: (origin) =>
    `${origin} ist ein anderer Rechner, und http:// würde Ihren Text ungeschützt dorthin senden; ${EXPECTED}. ${MEND}`,
  late: (origin, seconds) =>
    `Der Dienst unter ${origin} hat nicht binnen ${seconds} Sekunden geantwortet. Versuchen Sie es später noch einmal.`,
  notOurs: (origin, got) => `Was unter ${origin} antwortet, ist nicht „leitmotif serve“: ${strange(got)}. ${MEND}`,
  noService: (origin, page) =>
    page === undefined
      ? `Unter ${origin} antwortet kein Dienst. Starten Sie einen mit „leitmotif serve --in ORDNER“, oder berichtigen Sie die Einstellung leitmotif.related.url.`
      : `Dieser Seite antwortet unter ${origin} kein Dienst. Starten Sie einen mit „leitmotif serve --in ORDNER --token-file DATEI ` +
        `--allow-origin ${page}“, oder berichtigen Sie die Einstellung leitmotif.related.url.`,
  wantsToken: (origin) => `Der Dienst unter ${origin} will einen Zugangsschlüssel. Setzen Sie ihn ${SET_TOKEN}`,
  otherToken: (origin) =>
    `Der Dienst unter ${origin} kennt diesen Zugangsschlüssel nicht. Setzen Sie den, mit dem er gestartet wurde, ${SET_TOKEN}`,
  moved: (origin) =>
    `Der Dienst unter ${origin} antwortet von einer anderen Adresse. Tragen Sie diese in die Einstellung leitmotif.related.url ein.`,
  problem: (origin, status, detail) => `Der Dienst unter ${origin} antwortete ${status}: ${detail}`,
  longAnswer: (most) =>
    `Die Antwort ist länger als ${most} Bytes. Wählen Sie weniger aus, oder berichtigen Sie die Einstellung leitmotif.related.url.`,

  manyFiles: (count, most) => `Es sind ${count} Dateien, mehr als ${most}. ${NARROW}`,
  muchText: (length, most) => `Die Dateien haben zusammen ${length} Zeichen, mehr als ${most}. ${NARROW}`
}

function strange(got: Strangeness): string {
  switch (got) {
    case 'no-json':
      return 'die Antwort ist kein JSON'
    case 'no-hits':
      return 'die Antwort hat keine Liste „hits“'
    case 'no-text':
      return 'ein Treffer hat keinen Text oder kein Dokument'
    default:
      return `es antwortete mit Status ${got}`
  }
}
