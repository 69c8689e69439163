export const countFiles = (count: number): string => `${count} file${count === 1 ? '' : 's'}`
