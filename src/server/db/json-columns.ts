/**
 * The shape of every jsonb column. `tables.ts` takes the types of rows from here, whatever is read is held to it
 * (`parsed-json.ts`), and `npm run schema` refuses a column without one. Narrowing a shape takes a migration of the
 * rows that no longer fit.
 */
import { z } from 'zod'
import { bulkChange, jobRecord } from '#contract/bulk-shapes.ts'
import { listItem, placeItem, serviceItem } from '#contract/checklist-shapes.ts'
import { columnMapping } from '#contract/imports.ts'
import { draftContent } from '#contract/ondemand.ts'
import { partnerMapping } from '#contract/partners.ts'
import { rhythm } from '#contract/rhythm.ts'
import { amountCents, day, id } from '#contract/shapes.ts'
import type { TaxExemptionId } from '#domain/ids.ts'
import { keysOf } from '#domain/keys.ts'
import { type InEachLanguage, LANGUAGES } from '#domain/language.ts'
import type { Area } from '#domain/markets/area.ts'
import { basisPoints } from '#domain/money.ts'
import type { AppliedTax } from '#domain/pricing/applied-tax.ts'
import type { CouponFacts } from '#domain/pricing/coupons.ts'
import { LINE_KINDS, type LineItem } from '#domain/pricing/lines.ts'
import { IGNORED } from '#domain/stays/calendar.ts'
import { MOST_TAX_BASIS_POINTS, type TaxParts } from '#domain/settings/tax-rates.ts'

export type JsonColumn = keyof typeof JSON_COLUMNS

/** What is read from a column, and what may be written into it. */
export type JsonIn<Column extends JsonColumn> = z.output<(typeof JSON_COLUMNS)[Column]>

/** JSON text of a value, made by `toJson`. */
export type JsonText<Value> = string & { readonly [written]: Value }
declare const written: unique symbol

/** What depends on a kind or an action in the same row: whoever reads it asks that first. */
const facts: z.ZodType<Readonly<Record<string, unknown>>> = z.record(z.string(), z.unknown())

const inEachLanguage: z.ZodType<InEachLanguage> = z.record(z.enum(LANGUAGES), z.string())

const rate = z.int().min(0).max(MOST_TAX_BASIS_POINTS).transform(basisPoints)
const taxParts: z.ZodType<TaxParts> = z.object({ state: rate, county: rate, city: rate, district: rate })

const appliedTax: z.ZodType<AppliedTax> = z.object({
  basisPoints: rate,
  parts: taxParts.nullable(),
  exemptionId: id<TaxExemptionId>().nullable(),
})

const priceLines: z.ZodType<readonly LineItem[]> = z.array(
  z.object({
    kind: z.enum(keysOf(LINE_KINDS)),
    amountCents,
    note: inEachLanguage.exactOptional(),
    tax: appliedTax.exactOptional(),
    coupon: z.string().exactOptional(),
  }),
)

/** Parts, each an outer ring and its holes, of longitudes and latitudes. */
const area: z.ZodType<Area> = z.array(
  z.array(z.array(z.tuple([z.number(), z.number()])).readonly()).readonly(),
)

/** As an operator wrote it; what a later version adds is absent in those before. */
const couponFacts: z.ZodType<CouponFacts> = z.object({
  name: z.string(),
  creditCents: amountCents.nullable(),
  shareBasisPoints: z.int().transform(basisPoints).nullable(),
  mostUses: z.int().nullable(),
  mostUsesEach: z.int().nullable(),
  budgetCents: amountCents.nullable(),
  from: day.nullable(),
  until: day.nullable(),
  isOfMarket: z.boolean(),
  serviceKey: z.string().nullable(),
  isFirstOrderOnly: z.boolean(),
  endedFrom: day.nullable(),
})

const steps: z.ZodType<readonly unknown[]> = z.array(z.unknown())

const columnNames: z.ZodType<readonly string[]> = z.array(z.string())

const JSON_COLUMNS = {
  'audit_entry.detail': facts,
  'bulk_change.change': bulkChange,
  'bulk_change_job.after': jobRecord,
  'bulk_change_job.before': jobRecord,
  'bulk_change_job.note_texts': inEachLanguage,
  'coupon_version.facts': couponFacts,
  'demo_bank_object.data': facts,
  /** What an object becomes by itself, by kind: `ports/payments/embedded-shapes.ts`. */
  'demo_bank_object.plan': steps,
  'extra_work.note': inEachLanguage,
  /** Whatever an endpoint answered. */
  'idempotent_reply.reply': z.unknown(),
  /** Whether the city is a demo, when the clock was last believed, the last backup: epoch milliseconds. */
  'installation.value': z.union([
    z.object({ seed: z.int(), state: z.enum(['building', 'ready']) }),
    z.object({ believedAt: z.int() }),
    z.object({ backedUpAt: z.int(), bytes: z.int(), rows: z.int() }),
  ]),
  'low_supply.words': inEachLanguage,
  'market.area': area,
  'on_demand_draft.content': draftContent,
  'on_demand_order.price_lines': priceLines,
  'partner_statement.header': columnNames,
  'partner_statement.mapping': partnerMapping,
  'partner_statement.rows': z.array(z.object({ number: z.int(), cells: z.array(z.string()).nullable() })),
  'place_checklist.items': z.array(placeItem),
  'property_import.header': columnNames,
  'property_import.mapping': columnMapping,
  'service_checklist.items': z.array(serviceItem),
  /** A row of `schedule_move`, as PostgreSQL wrote it and reads it again. */
  'pushed_day_visit.was_move': facts,
  'sales_tax_entry.parts': taxParts,
  /** How many of each reason: `domain/stays/calendar.ts`. */
  'stay_feed.ignored': z.partialRecord(z.enum(IGNORED), z.int()),
  /** What a rule admits (`settings/check.ts`); a value that it no longer admits does not count. */
  'setting.value': z.unknown(),
  /** By kind: `tasks/kinds.ts`. */
  'task.payload': facts,
  'visit.price_lines': priceLines,
  'visit_checklist.items': z.array(listItem),
  'visit_event.detail': z.looseObject({
    reason: z.string().exactOptional(),
    /** What a person wrote, or what the house names in each language. */
    note: z.union([z.string(), inEachLanguage]).exactOptional(),
    amountCents: amountCents.exactOptional(),
    feeCents: amountCents.exactOptional(),
    /** When it really happened, where we received it later: an instant in ISO text. */
    happenedAt: z.iso.datetime().exactOptional(),
    /** Epoch milliseconds. */
    expectedAt: z.number().exactOptional(),
  }),
  'weekly_job.rhythm': rhythm,
  'weekly_job_earlier_terms.rhythm': rhythm,
} as const satisfies Record<string, z.ZodType>

/** The shape of a column, where there is a jsonb column of that name (`table.column`). */
export function shapeOf(column: string): z.ZodType | undefined {
  return SHAPES.get(column)
}

const SHAPES: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(JSON_COLUMNS))
