// What a browser session may do only with a fresh proof that its person is there, in words. Without zod: the page shows them, too.

export const PROOF_KINDS = {
  sandbox: 'run a program outside the sandbox, or in your own checkout',
  tokens: 'create tokens',
  approval: 'approve a high-risk action or add a rule',
  network: 'give an agent access to a service of this machine',
} as const

export type ProofKind = keyof typeof PROOF_KINDS
