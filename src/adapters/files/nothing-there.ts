// For a look at a path: that there is nothing is an answer, and every other failure stays one (P9).
export function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
