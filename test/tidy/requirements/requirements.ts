// What cmux has to do: sections of ids with a plain sentence each (docs/requirements.json), and the ids that no test shows
// yet (docs/not-built.json).
import { z } from 'zod'

const Sentences = z.record(z.string().regex(/^[A-Z]\d+$/), z.string().min(1))

const Sections = z.record(z.string().min(1), Sentences)

const Missing = z.strictObject({
  /** No test shows any of it; the reason says why. */
  notShown: Sentences,
  /** Tests show it but for the part that is named here. */
  partlyShown: Sentences,
})

export const REQUIREMENTS_PATH = 'docs/requirements.json'
export const MISSING_PATH = 'docs/not-built.json'
export const PAGE_PATH = 'docs/requirements.md'

export interface Requirements {
  readonly sections: z.infer<typeof Sections>
  readonly missing: z.infer<typeof Missing>
}

/** Reads both files by their path in the repository. */
export function parseRequirements(read: (path: string) => string): Requirements {
  return {
    sections: Sections.parse(JSON.parse(read(REQUIREMENTS_PATH))),
    missing: Missing.parse(JSON.parse(read(MISSING_PATH))),
  }
}

export function listIds({ sections }: Pick<Requirements, 'sections'>): string[] {
  return Object.values(sections).flatMap((sentences) => Object.keys(sentences))
}
