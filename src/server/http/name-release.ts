// Tells a page which release it came with, so that it can say so when it breaks. Scripts can read this header of their own page's answer
// and no other; the page itself can't hold the name, which is made from a sum over its bytes.

export const nameRelease = (id: string): Readonly<Record<string, string>> => ({
  'server-timing': `release;desc="${id.replaceAll(/[^\w.+-]/g, '')}"`,
})
