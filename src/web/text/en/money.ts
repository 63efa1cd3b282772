export const money = {}
