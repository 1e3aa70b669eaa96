// Made from schemas/error.schema.json by `npm run error-validator`. Not to be edited.
// @ts-nocheck
"use strict";
export const isErrorBody = validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"evidence-contract/error.schema.json","title":"Error body","description":"The body of every answer with a 4xx status. The document does not describe fields besides `error`; they are allowed.","type":"object","required":["error"],"properties":{"error":{"description":"A short message; `Unauthorized` for a request without a valid key.","type":"string"}}};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="evidence-contract/error.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.error === undefined) && (missing0 = "error")){
validate20.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.error !== undefined){
if(typeof data.error !== "string"){
validate20.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"error":true},"dynamicProps":false,"dynamicItems":false};
