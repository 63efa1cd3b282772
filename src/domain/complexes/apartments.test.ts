import { expect, test } from 'vitest'
import { apartmentsToBook } from './apartments.ts'

test.each([
  ['valet_trash', 160, 160],
  ['valet_trash', 1, 1],
  ['valet_trash', 4_800, 1_000],
  ['valet_trash', null, null],
  ['lawn', 160, null],
])('ux 1: %s at %s units is booked as %s', (serviceKey, units, booked) => {
  expect(apartmentsToBook(serviceKey, units)).toBe(booked)
})
