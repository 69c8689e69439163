import { expect, test } from 'vitest'
import { drawView } from './draw-view.ts'

test('keeps every row within the terminal, wide characters included', () => {
  const drawing = drawView({ kind: 'prompt', draft: '漢字漢字漢字漢字\nab', working: true, waiting: 2 }, 12)
  expect(drawing).toEqual({
    rows: ['───────────', '❯ 漢字漢字', '  ab', '───────────', '  demo · wo'],
    row: 2,
    column: 4,
  })
})
