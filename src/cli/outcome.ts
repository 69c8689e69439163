/** What a verb has to say: one document for programs, one text for people; or only its exit code, when it has said all. */
export type Outcome =
  | { readonly json: unknown; readonly text: string; readonly exitCode?: number }
  | { readonly printed: true; readonly exitCode: number }
