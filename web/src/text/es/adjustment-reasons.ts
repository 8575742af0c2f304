import { codedRows } from './coded-rows.ts';

/** The frequent claim adjustment reason codes (CARC) in Spanish. Other codes show their English text. */
export const adjustmentReasons = codedRows(`
1 deducible
2 coseguro
3 copago
4 el procedimiento no corresponde a su modificador
5 el procedimiento no corresponde al lugar de servicio
6 el procedimiento no corresponde a la edad del paciente
7 el procedimiento no corresponde al sexo del paciente
8 el procedimiento no corresponde al tipo de prestador o a la taxonomía
9 el diagnóstico no corresponde a la edad del paciente
10 el diagnóstico no corresponde al sexo del paciente
11 el diagnóstico no corresponde al procedimiento
12 el diagnóstico no corresponde al tipo de prestador
13 fallecimiento anterior a la fecha de servicio
14 nacimiento posterior a la fecha de servicio
15 falta el número de autorización o no es válido
16 falta información o la factura tiene errores; vea los códigos de observación
18 duplicado exacto
19 accidente de trabajo: paga el seguro laboral
20 lo cubre el seguro de responsabilidad
21 lo cubre el seguro sin culpa
22 puede cubrirlo otro pagador (coordinación de beneficios)
23 lo que el pagador anterior pagó o ajustó
24 cubierto por capitación o atención administrada
26 antes del inicio de la cobertura
27 después del fin de la cobertura
29 el plazo de presentación venció
31 el paciente no consta como asegurado
32 el dependiente no tiene derecho
35 se alcanzó el máximo de por vida
39 denegado cuando se pidió la autorización
40 no fue una urgencia
44 descuento por pronto pago
45 importe por encima de la tarifa o del contrato
49 de rutina o detección, no cubierto
50 no es médicamente necesario
51 enfermedad preexistente, no cubierta
55 experimental o en investigación
56 eficacia no demostrada
58 lugar de servicio incorrecto
59 reglas de procedimientos múltiples
66 deducible de sangre
94 pagado por encima del importe
95 no se siguieron los procedimientos del plan
96 no cubierto; vea los códigos de observación
97 incluido en otro servicio
100 pagado al paciente o a otra parte
104 retención de atención administrada
107 falta el servicio que da derecho
109 este pagador no lo cubre: envíelo al correcto
110 facturado antes de la fecha de servicio
119 se alcanzó el máximo del período
125 error de envío o de facturación
129 la información del trámite anterior parece incorrecta
131 descuento negociado para esta reclamación
136 no se siguieron las reglas del pagador anterior
140 el id y el nombre del asegurado no coinciden
142 parte mensual del paciente en Medicaid
144 ajuste de incentivo
146 diagnóstico no válido en la fecha de servicio
147 la tarifa del contrato venció o no consta
148 falta información de otro prestador
149 se alcanzó el máximo de por vida de este servicio
150 la documentación no justifica este nivel de servicio
151 la documentación no justifica esta frecuencia
163 no se recibió el anexo
165 falta la derivación o se excedió
167 diagnóstico no cubierto
170 no se paga a este tipo de prestador
177 no se cumplen los requisitos de derecho
181 código de procedimiento no válido en la fecha de servicio
182 modificador no válido en la fecha de servicio
183 el prestador que deriva no puede derivar este servicio
185 el prestador no puede realizar este servicio
187 pagado de una cuenta de gastos del consumidor
197 falta la autorización
198 autorización excedida
199 el código de ingreso no corresponde al procedimiento
204 el plan del paciente no lo cubre
206 falta el NPI
207 el formato del NPI es incorrecto
208 el NPI no coincide
209 no se puede cobrar al paciente; facture al siguiente pagador
222 se excedió el máximo contratado de unidades del período
226 falta información del prestador o no basta
227 falta información del paciente o no basta
231 procedimientos excluyentes el mismo día
234 no se paga por separado
236 no compatible con otro procedimiento del día (NCCI)
242 no lo prestó la red
243 sin autorización de la red o del médico de cabecera
252 se requiere un anexo
253 recorte presupuestario federal
256 no se paga según el contrato de atención administrada
`);
