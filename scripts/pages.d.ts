export function ensurePagesBuilt(node: string): Promise<void>
export function markPagesBuilt(): void
