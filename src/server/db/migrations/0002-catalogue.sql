-- The first market and what is sold there. The operator changes prices by adding newer ones, never by editing these.

-- Sixty miles around the Civic Center: Boulder, Castle Rock and the airport are inside.
insert into market (id, name, time_zone, lat, lng, radius_feet)
values ('denver', 'Denver', 'America/Denver', 39.7392, -104.9903, 316800);

insert into service
  (key, name_en, name_es, unit_en, unit_es, icon, minutes, minutes_per_unit, photos_required, is_weekly, sort)
values
  ('bins', 'Bins to the curb and back', 'Botes a la acera y de vuelta', 'bin', 'bote', 'bin', 5, 1, 1, true, 1),
  ('recycling', 'Recycling pickup', 'Recolección de reciclaje', 'bag', 'bolsa', 'recycle', 6, 1, 1, true, 2),
  ('valet_trash', 'Valet trash', 'Basura puerta a puerta', 'apartment', 'apartamento', 'building', 15, 1, 2, true, 3),
  ('lawn', 'Lawn mowing', 'Corte de césped', '1,000 sq ft', '1,000 pies²', 'leaf', 20, 5, 2, true, 4),
  ('pool', 'Pool care', 'Cuidado de piscina', 'pool', 'piscina', 'pool', 20, 25, 2, true, 5),
  ('snow', 'Snow clearing', 'Retiro de nieve', '100 ft of walkway', '100 pies de andador', 'snow', 15, 8, 2, true, 6),
  ('turnover', 'Turnover clean', 'Limpieza entre huéspedes', 'bedroom', 'recámara', 'spray', 60, 30, 4, false, 7),
  ('haul_away', 'Haul-away', 'Retiro de objetos', 'cubic yard', 'yarda cúbica', 'truck', 25, 12, 2, false, 8),
  ('handyman', 'Handyman hour', 'Hora de reparaciones', 'hour', 'hora', 'tool', 10, 60, 2, false, 9);

insert into price (service_key, scope, base_cents, unit_cents, minimum_cents, in_force_from, created_at)
select service_key, 'default', base_cents, unit_cents, minimum_cents, '2025-01-01T07:00:00Z', '2025-01-01T07:00:00Z'
from (values
  ('bins', 700, 150, 1000),
  ('recycling', 800, 250, 1200),
  ('valet_trash', 2000, 75, 3500),
  ('lawn', 3000, 600, 4500),
  ('pool', 3500, 5000, 8500),
  ('snow', 2500, 1200, 4000),
  ('turnover', 6500, 3500, 10000),
  ('haul_away', 6000, 2900, 8900),
  ('handyman', 1500, 8000, 9500)
) as amounts (service_key, base_cents, unit_cents, minimum_cents);
