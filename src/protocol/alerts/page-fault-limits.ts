// How long the parts of a fault may be. Apart from the schema, so that the first script of the page is small.

export const PAGE_FAULT_LIMITS = { release: 100, message: 500, where: 300, page: 200, count: 1000 } as const
