import { describe, expect, it } from 'vitest'
import { problemReport } from './problem-report.js'

describe('A report of a problem', () => {
  it('says where, with the settings that were changed', () => {
    const report = problemReport({
      extension: '0.1.0',
      editor: 'VS Code 1.91.0, en',
      host: 'desktop',
      server: 'Node v22',
      language: 'markdown',
      settings: { 'themes.most': 4 }
    })
    expect(report).toContain('- Leitmotif 0.1.0')
    expect(report).toContain('"themes.most": 4')
  })
})
