export const crew = {}
